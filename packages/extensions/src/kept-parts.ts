import type { KeptParts, OptionalPackage } from '@convene/host'
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

/** What the core keeps for each optional package. Not part of the list, which every command loads. */
export const keptParts: { readonly [name: OptionalPackage['name']]: KeptParts } = {
  '@convene/coding-agents': { settings: ['acpAgents'] },
  '@convene/eval': { pages: ['/eval/:id'] },
  '@convene/gateways': { routes: ['hook'], settings: ['server.openai', 'server.a2a', 'webhooks.in', 'webhooks.out'] },
  '@convene/team': {
    routes: peopleRoutes,
    settings: ['server.oidc', 'server.workspaces', 'server.repositories'],
    pages: ['/connect/:hash/:ticket/:name', '/settings/people', '/settings/tokens'],
  },
}
