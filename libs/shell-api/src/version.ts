/** Version of what the shell offers to remotes: that of this package, which a test compares. */
export const SHELL_API_VERSION = "1.13.0";
