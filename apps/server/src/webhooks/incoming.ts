import type { Hono } from 'hono'
import type { Context } from '../context.ts'

/** Mounts the hooks that start runs. */
export function mountHooks(_app: Hono, _context: Context): void {}
