import type { Program } from '@convene/host'
import type { Contract, Output, RouteName } from '@convene/protocol'
import type { AnsweredCall, Given } from '@convene/server'
import type { NewEntry } from '../accounts/account/accounts.ts'
import type { CallingPerson } from './calling-person.ts'

type Entry = Pick<NewEntry, 'action' | 'target' | 'details'> & {
  /** The whole server by default, whose audit the admins of `main` read. */
  readonly in?: 'space'
}

type Changing = {
  [Name in RouteName]: Contract[Name] extends { readonly method: 'GET' } ? never : Name
}[RouteName]

const entry = (action: string, target: string, details = ''): Entry => ({ action, target, details })

type Writer<Name extends RouteName> = (given: Given<Name>, answer: Output<Name>) => Entry | undefined

/**
 * What each call that changes something adds to the audit. A call without a row does not compile. Undefined: it changes
 * nothing, the session's own log names them, or its change and its entry are one transaction (see `Accounts`).
 * Values are never part of an entry, because some of them are secret.
 */
const audited: { readonly [Name in Changing]: Writer<Name> | undefined } = {
  createAgent: (_given, { slug, file }) => entry('agent.saved', slug, file),
  saveAgent: (_given, { slug, file }) => entry('agent.saved', slug, file),
  deleteAgent: ({ slug, workspace }) => entry('agent.deleted', slug, workspace),
  createTeam: (_given, { slug, file }) => entry('team.saved', slug, file),
  saveTeam: (_given, { slug, file }) => entry('team.saved', slug, file),
  deleteTeam: ({ slug, workspace }) => entry('team.deleted', slug, workspace),
  keepTeam: ({ team, session, name, as }) => entry('team.saved', name ?? team ?? session ?? '', as),
  saveSettings: ({ changes, layer = 'user', workspace }) =>
    entry('settings.changed', layer === 'user' ? 'server' : (workspace ?? layer), changes.map(nameOf).join(', ')),
  saveKey: ({ variable }) => entry('key.saved', variable),
  deleteKey: ({ variable }) => entry('key.deleted', variable),
  moveKeys: () => entry('keys.moved', 'keychain'),
  approveServer: ({ name, workspace, fingerprint }) =>
    entry('mcp.approved', name, [workspace, fingerprint.slice(0, 16)].filter(Boolean).join(', ')),
  grantTrust: ({ workspace, hash, agents }) =>
    entry('workspace.trusted', workspace ?? '', `${hash.slice(0, 16)}${agents === undefined ? '' : ', coding agents'}`),
  createWorktree: ({ workspace, branch }) => entry('worktree.created', workspace ?? '', branch),
  deleteSession: ({ id }) => ({ ...entry('session.deleted', id), in: 'space' }),
  restoreSession: ({ id }) => ({ ...entry('session.restored', id), in: 'space' }),
  // Becomes a rule of the server. Any other answer is in the log of its session.
  answerApproval: ({ id, answer }) =>
    answer === 'always' ? entry('rule.added', id, 'an approval for always') : undefined,

  land: ({ id, ...request }) => ({ ...entry(`build.${request.type}`, id), in: 'space' }),

  createSession: undefined,
  updateSession: undefined,
  uploadToSession: undefined,
  upload: undefined,
  command: undefined,
  comment: undefined,
  hook: undefined,
  grade: undefined,

  preview: undefined,
  checkAgent: undefined,
  checkTeam: undefined,
  suggestTeam: undefined,
  testKey: undefined,
  testTool: undefined,
  tryServer: undefined,
  look: undefined,
  startConnect: undefined,
  // Audited when it is used.
  openCode: undefined,

  logout: undefined,
  connect: undefined,
  switchSpace: undefined,
  createSpace: undefined,
  updateSpace: undefined,
  createMember: undefined,
  setRole: undefined,
  removeMember: undefined,
  revokeTokens: undefined,
  createToken: undefined,
  revokeToken: undefined,
  saveSpaceKey: undefined,
  deleteSpaceKey: undefined,
  setBudget: undefined,
}

const nameOf = ({ path }: { readonly path: readonly string[] }): string => path.join('.')

type Auditing = Pick<CallingPerson, 'caller' | 'accounts'> & { readonly program: Pick<Program, 'workspace'> }

/** Records a call that succeeded. If that fails, so does the call: nobody changes the server without a trace. */
export async function auditCall(auditing: Auditing, { name, given, answer }: AnsweredCall): Promise<void> {
  const { caller, accounts, program } = auditing
  const write = (audited as { readonly [name: string]: Writer<never> | undefined })[name]
  const made = write?.({ workspace: program.workspace, ...(given as object) } as never, answer as never)
  if (!made) return
  const { action, target, details, in: where } = made
  await accounts.record({ space: where === 'space' ? caller.space : null, by: caller.person, action, target, details })
}
