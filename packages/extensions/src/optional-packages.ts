import type { OptionalPackage } from '@convene/host'
import type { PeopleRoute } from '@convene/protocol'

/** Written out, because the contract with its schemas is too large to load with this list. */
const peopleRoutes: readonly PeopleRoute[] = [
  'me',
  'logout',
  'switchSpace',
  'look',
  'mentions',
  'spaces',
  'createSpace',
  'updateSpace',
  'members',
  'createMember',
  'setRole',
  'removeMember',
  'revokeTokens',
  'tokens',
  'createToken',
  'startConnect',
  'connect',
  'revokeToken',
  'spaceKeys',
  'saveSpaceKey',
  'deleteSpaceKey',
  'budget',
  'setBudget',
  'audit',
]

/** Every optional package. Each import is a chunk that is loaded only if something it adds is needed. */
export const optionalPackages: readonly OptionalPackage[] = [
  {
    name: '@convene/code-analysis',
    adds: { tools: ['outline', 'diagnostics', 'edge_cases', 'test_skeleton'] },
    load: () => import('@convene/code-analysis'),
  },
  {
    name: '@convene/eval',
    adds: { commands: ['eval', 'eval grade'], calls: ['grading', 'grade'] },
    keeps: { pages: ['/eval/:id'] },
    load: () => import('@convene/eval'),
  },
  { name: '@convene/squad', adds: { teams: ['Squad files'] }, load: () => import('@convene/squad') },
  {
    name: '@convene/team',
    adds: { commands: ['serve --database-url', 'migrate', 'import'], checks: ['doctor --database'] },
    keeps: {
      routes: peopleRoutes,
      settings: ['server.oidc', 'server.workspaces', 'server.repositories'],
      pages: ['/connect/:hash/:ticket/:name', '/settings/people', '/settings/tokens'],
    },
    load: () => import('@convene/team'),
  },
]
