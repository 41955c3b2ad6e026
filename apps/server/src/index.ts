export { createApp, type Door, type Routes, type ServerApp, type ServerAppOptions } from './app.ts'
export type { AnsweredCall, Caller } from './callers/caller.ts'
export { isOpenToAll, type ServerCalls, serverCalls } from './calls.ts'
export { doneAnswer, type Given, type Handler, type Handlers, type RouteContext, withWorkspace } from './context.ts'
export { type SessionListChanges, watchSessionLists } from './feed/changes.ts'
export { feedOfSession } from './feed/session-feed.ts'
export type { GatewayContext } from './gateways/mount-gateways.ts'
export { postEvents, whyNoWebhooks } from './gateways/post-events.ts'
export { continueRuns } from './instance/continue-runs.ts'
export { findServer } from './instance/find-server.ts'
export { closeHttp, listenForHttp, portOf } from './instance/listen.ts'
export type { RunningServer } from './instance/running-server.ts'
export { runningServer } from './instance/running-server.ts'
export { type Server, type ServerOptions, startServer } from './instance/start-server.ts'
export { failureResponse } from './mount.ts'
export { plainPage } from './pages/plain-page.ts'
export { readBody } from './read-body.ts'
export { allInterfaces, urlAddress } from './security/address.ts'
export { isEqualInConstantTime } from './security/constant-time.ts'
export { cookieHeader, cookieIn } from './security/cookies.ts'
export type { EntryOptions, EntryRequest } from './security/entry.ts'
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
export { type HostNames, isLoopback, type Listening, type MoreNames, noNames, ownNames } from './security/hosts.ts'
export { openCodes } from './security/open-codes.ts'
export { operatorPage, pageAddress } from './security/open-page.ts'
export { type Ends, isOtherUser } from './security/other-user.ts'
export { agentTokenOf, pageKeyOf, passOf, sharedBootOf } from './security/proof.ts'
export { refusedPage } from './security/refused-page.ts'
export { refuseWeakToken, tokenOf } from './security/token.ts'
export { sessionBy, sessionId } from './sessions/find.ts'
export { timeText } from './sessions/row-view.ts'
export { clientStream, streamHeaders } from './stream/client-stream.ts'
