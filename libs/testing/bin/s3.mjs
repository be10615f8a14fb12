// S3-compatible storage on the loopback, in a process of its own: `node --openssl-legacy-provider s3.mjs <folder>
// <port> <bucket>`. Prints its port. The flag is for the tokens of long lists, which s3rver enciphers by DES.
import S3rver from "@20minutes/s3rver";

const [directory, port, bucket] = process.argv.slice(2);
const server = new S3rver({
  address: "127.0.0.1",
  port: Number(port),
  silent: true,
  directory,
  vhostBuckets: false,
  // It knows keys by their id alone: of a bucket's own address it signs another spelling than clients do.
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: bucket, configs: [] }],
});
server.on("error", () => {}); // refusals are for the client to report
const { port: own } = await server.run();
// Its clients are the ones that end connections: tests may keep them busy for longer than the default.
server.httpServer.keepAliveTimeout = 120_000;
process.stdout.write(`${own}\n`);
