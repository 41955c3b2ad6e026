export { type App, type AppOptions, createApp } from './app.ts'
export { findServer, type RunningServer } from './instance/find-server.ts'
export { type Server, type ServerOptions, startServer } from './instance/start-server.ts'
export type { Door } from './security/guard.ts'
