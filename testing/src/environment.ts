/** The variables a test run keeps: locations of programs, folders and libraries, and the settings of the tests themselves. */
const taken = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|TMP|TEMP|LANG|LC_\w+|LD_LIBRARY_PATH|CI|COLUMNS|(NO_|FORCE_)?COLOR)$/,
  /^(NODE|NODE_ENV|NODE_OPTIONS|NODE_PATH|JEST_\w+|NX_\w+|npm_\w+)$/,
  /^(MODEL_STEPS|MODEL_SEED|MODEL_SHRINK|CHANGES_HISTORIES|CHANGES_SEED|GUIDES|SCREENSHOTS|FUZZ_CASES|FUZZ_SEED|FUZZ_MOST_MS|FUZZ_OPERATIONS|FUZZ_REPORT|PG_DUMP)$/,
  /^(SYSTEMROOT|SYSTEMDRIVE|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE)$/i,
];

/**
 * Takes everything else out of the environment. A setting of the caller's shell (`BASE_URL`, `DATABASE_URL`, `PROFILE` …) would
 * otherwise reach the programs that tests start, which inherit it.
 */
export function cleanEnvironment(environment: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(environment)) if (!taken.some((form) => form.test(name))) delete environment[name];
}
