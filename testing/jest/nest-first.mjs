// Before each test file. jest runs a CommonJS dependency (@nestjs/throttler) while it still gathers the ES modules around
// it, and so refuses it the ES module @nestjs/common "in a cycle" (jest 30.5; Node itself does not): loaded before, it is there.
import '@nestjs/common';
import '@nestjs/core';
