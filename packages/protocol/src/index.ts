export { type CallRefusal, type CallResult, type Client, createClient, routeRequest } from './client.ts'
export { type Contract, contract, type Output, type RouteInput, type RouteName } from './contract.ts'
export type { DecisionView, RecordsView } from './decisions/routes.ts'
export type { GradingView } from './evals/routes.ts'
export { eventStreamReader, type StreamMessage } from './event-stream.ts'
export type { ExampleView } from './examples/routes.ts'
export type {
  ChangeFeed,
  EventFeed,
  FeedState,
  Host,
  HostRequest,
  HostResponse,
  LiveDelta,
} from './host.ts'
export { type HttpHostOptions, httpHost } from './http-host.ts'
export { openApi } from './open-api.ts'
export type { Me, MemberView, MentionView, PeopleRoute, TokenView } from './people/routes.ts'
export { peopleRoutes } from './people/routes.ts'
export { answerPipe, type RequestAnswering } from './pipe/answer-pipe.ts'
export type { Pipe, PipeFrame } from './pipe/frame.ts'
export { heldRequest } from './pipe/held-request.ts'
export { pipeFetch } from './pipe/pipe-fetch.ts'
export { framed, LEAVING, readFrame, type ShellPipe, shellPipe } from './pipe/shell-pipe.ts'
export { bytes, type InputOf, type OutputOf, pathNames, type Route, text } from './route.ts'
export {
  ANSWER_HEADER,
  PAGE_KEY_HEADER,
  provenText,
  SPACE_HEADER,
  signedAnswerText,
  signedCallText,
} from './server/proof.ts'
export type { PendingView } from './sessions/pending.ts'
export type {
  ListedSessionRow,
  NewSession,
  RowChange,
  SeatView,
  SessionCommand,
  SessionView,
} from './sessions/session.ts'
export type { Failure, PersonView, Problem } from './shared.ts'
