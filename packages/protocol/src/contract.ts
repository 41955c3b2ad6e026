import { buildRoutes } from './build/routes.ts'
import { decisionRoutes } from './decisions/routes.ts'
import { evalRoutes } from './evals/routes.ts'
import { exampleRoutes } from './examples/routes.ts'
import { libraryRoutes } from './library/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import type { InputOf, OutputOf, Route } from './route.ts'
import { serverRoutes } from './server/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { workspaceRoutes } from './workspaces/routes.ts'

/** Every call. The server mounts it, the client is typed by it, and the OpenAPI document is generated from it. */
export const contract = {
  ...serverRoutes,
  ...sessionRoutes,
  ...buildRoutes,
  ...decisionRoutes,
  ...evalRoutes,
  ...exampleRoutes,
  ...libraryRoutes,
  ...settingsRoutes,
  ...workspaceRoutes,
  ...peopleRoutes,
} as const satisfies { readonly [name: string]: Route }

export type Contract = typeof contract
export type RouteName = keyof Contract

/** The input of a route, in one object. */
export type RouteInput<Name extends RouteName> = InputOf<Contract[Name]>
/** The response of a route. */
export type Output<Name extends RouteName> = OutputOf<Contract[Name]>
