import type { readShell as read } from './read-shell.ts'

/** `readShell`, loaded with its grammar when the first command is looked at: most runs start without one. */
export const readShell: typeof read = async (...words) => (await import('./read-shell.ts')).readShell(...words)
