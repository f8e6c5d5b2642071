/** Before each test file. */
import { beginFile } from './effort.ts';

beginFile();
