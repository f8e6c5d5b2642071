// @ts-check
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files below a folder, in the same order on every machine; of a file the file itself.
 * @param {string} path
 * @returns {string[]}
 */
export const filesBelow = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
