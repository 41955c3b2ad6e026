import { libraryRoutes } from './library/routes.ts'
import type { InputOf, OutputOf, Route } from './route.ts'
import { serverRoutes } from './server/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { workspaceRoutes } from './workspaces/routes.ts'

/** Every call there is. The server mounts it, the client is typed by it, the OpenAPI document is made of it. */
export const contract = {
  ...serverRoutes,
  ...sessionRoutes,
  ...libraryRoutes,
  ...settingsRoutes,
  ...workspaceRoutes,
} as const satisfies { readonly [name: string]: Route }

export type Contract = typeof contract
export type RouteName = keyof Contract

/** What the caller of a route gives, in one object. */
export type Input<Name extends RouteName> = InputOf<Contract[Name]>
/** What a route answers. */
export type Output<Name extends RouteName> = OutputOf<Contract[Name]>
