/** Runs before each test file: removes globals that an earlier file of the worker has set in Node. */
import { beginFile } from './effort.ts';

beginFile();

// Paths with a lender define the parts of a page that make photos (`paths/lender/photoFiles.ts`).
Reflect.deleteProperty(globalThis, 'document');
Reflect.deleteProperty(globalThis, 'Image');
