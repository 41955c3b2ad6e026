export { type App, type AppOptions, createApp, type Door, type Routes } from './app.ts'
export type { AnsweredCall, Caller } from './callers/caller.ts'
export { type Calls, callsOf, isOpen } from './calls.ts'
export { type Context, done, type Given, type Handler, type Handlers, inWorkspace } from './context.ts'
export { type Changes, watchChanges } from './feed/changes.ts'
export { sessionFeed } from './feed/session-feed.ts'
export type { GatewayContext } from './gateways/mount-gateways.ts'
export { postEvents, whyNoWebhooks } from './gateways/post-events.ts'
export { continueRuns } from './instance/continue-runs.ts'
export { findServer } from './instance/find-server.ts'
export { closeHttp, listen, portOf } from './instance/listen.ts'
export type { RunningServer } from './instance/running-server.ts'
export { runningServer } from './instance/running-server.ts'
export { type Server, type ServerOptions, startServer } from './instance/start-server.ts'
export { failure } from './mount.ts'
export { plainPage } from './pages/plain-page.ts'
export { readBody } from './read-body.ts'
export { addressOf, everywhere } from './security/address.ts'
export { isEqualInConstantTime } from './security/constant-time.ts'
export { cookieHeader, cookieIn } from './security/cookies.ts'
export type { Entry, EntryOptions } from './security/entry.ts'
export type { Guard } from './security/guard.ts'
export {
  A2A_PATH,
  CARD_PATH,
  hasPageKey,
  isCall,
  isForAgents,
  MCP_PATH,
  refuseForeign,
  refuseStranger,
} from './security/guard.ts'
export { isLoopback, type Listening, type MoreNames, type Names, noNames, ownNames } from './security/hosts.ts'
export { openCodes } from './security/open-codes.ts'
export { operatorPage, pageAddress } from './security/open-page.ts'
export { type Ends, isOtherUser } from './security/other-user.ts'
export { agentTokenOf, pageKeyOf, passOf, sharedBootOf } from './security/proof.ts'
export { refusedPage } from './security/refused-page.ts'
export { refuseWeakToken, tokenOf } from './security/token.ts'
export { sessionBy, sessionId } from './sessions/find.ts'
export { timeText } from './sessions/row-view.ts'
export { clientStream, streamHeaders } from './stream/client-stream.ts'
