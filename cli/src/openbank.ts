// The command of an operator whose installation has no sandbox.
import { runOpenbank } from './program.js';

await runOpenbank();
