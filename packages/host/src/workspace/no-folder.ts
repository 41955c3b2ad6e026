import { resolve } from 'node:path'

/** Means no folder: agents have neither files nor commands there, on any machine. */
export const NO_FOLDER = resolve('/')
