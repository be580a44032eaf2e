export { notTimes, writtenTimes, type WrittenTime } from './written-times.js';
