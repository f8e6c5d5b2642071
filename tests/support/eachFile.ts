/** Before each test file: nothing that an earlier file of the worker gave to Node is left. */
import { beginFile } from './effort.ts';

beginFile();

// Paths with a lender give Node what a page has to make photos with (`paths/lender/photoFiles.ts`).
Reflect.deleteProperty(globalThis, 'document');
Reflect.deleteProperty(globalThis, 'Image');
