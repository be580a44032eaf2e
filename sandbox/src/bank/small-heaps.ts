/**
 * Options of Node.js for the services of a bank on one machine. V8 lets the space of young objects grow to three times 16 MB in each process,
 * and that of old ones to four times what is in use, and keeps both when the load has ended. `npm run bench -- flood` gives the same to its
 * own process, which has the gateway (build/commands.mjs). (`--optimize-for-size` saves as much, but a service then starts with an eighth
 * more of processor time.)
 */
export const smallHeaps: readonly string[] = ['--max-semi-space-size=2', '--heap-growing-percent=30'];

/**
 * Options of the process of `npm start`, which repeats them (package.json): it hosts all services. With 2 MB of young objects the collector took a
 * fifth of a read's processor time there.
 */
export const heapOfHost: readonly string[] = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
