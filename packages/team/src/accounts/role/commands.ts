import {
  type Command,
  givesCommands,
  isMessage,
  opensExperiment,
  pendingQuestion,
  planAllows,
  type Refusal,
  type RunStart,
  type Session,
} from '@convene/domain'
import type { SignedInCaller, Space } from '../account/account.ts'
import { isRoleAtLeast } from '../account/role.ts'
import { MAIN_SPACE } from './main-space.ts'

/**
 * Who may give a command. `own`: members in sessions they started, admins in all. `answer`: the same people, and
 * approvers. `approver`: approvers, within the space's four-eyes setting.
 */
export const commandRules = {
  create: 'member',
  resolve: 'member',
  run: 'own',
  message: 'own',
  pause: 'own',
  resume: 'own',
  stop: 'own',
  reset: 'own',
  propose: 'own',
  vote: 'own',
  pick: 'own',
  update: 'own',
  reverted: 'own',
  build: 'own',
  answer: 'answer',
  reject: 'answer',
  approve: 'answer',
  permit: 'approver',
} as const satisfies { readonly [Type in Command['type']]: 'member' | 'own' | 'answer' | 'approver' }

/** What deciding on a command looks at. A session that does not exist yet has none of it. */
export type Commanded = Pick<Session, 'startedBy' | 'run' | 'tasks' | 'questions'>

/** Why a command is refused, or undefined if it may be given. */
export function refuseByRole(
  caller: SignedInCaller,
  space: Pick<Space, 'fourEyes'>,
  command: Command,
  session: Commanded,
): Refusal | undefined {
  if (!isRoleAtLeast(caller.role, 'member')) return tooLow(caller, 'member')
  const isOwn = caller.role === 'admin' || session.startedBy?.id === caller.person.id
  const rule = commandRules[command.type === 'answer' && isMessage(session, command) ? 'message' : command.type]
  if (rule === 'own' && !isOwn) return notYours
  if (rule === 'answer' && !isOwn && !isRoleAtLeast(caller.role, 'approver')) return notYours
  if (allows(command, session)) return refuseApproval(caller, space, command, session)
  // Denying something in your own run grants nothing.
  return rule === 'approver' && !isOwn && !isRoleAtLeast(caller.role, 'approver')
    ? tooLow(caller, 'approver')
    : undefined
}

/**
 * A command as it was judged. It answers only the gate or question that it was judged on, or none. An edited plan whose
 * text would let steps act makes every step ask: that text is nobody's but its writer's.
 */
export function asJudged(command: Command, session: Commanded): Command {
  if (command.type === 'answer')
    return { ...command, question: command.question ?? pendingQuestion(session, undefined)?.id ?? NONE }
  if (command.type !== 'approve') return command
  const judged = { ...command, gate: command.gate ?? gateIn(session)?.id ?? NONE }
  const isWritten = command.text && session.run && planAllows(session.run, command.text).acts
  return isWritten ? { ...judged, ask: true } : judged
}

/** The name of no gate and no question. */
const NONE = ''

const gateIn = ({ questions }: Commanded) => Object.values(questions).find(({ gate }) => gate !== null)

const nothing = (): boolean => false
const starting = ({ run }: { readonly run: RunStart }): boolean => run.settings.grants.length > 0 || givesCommands(run)

/**
 * Whether a command lets agents or Convene do something that somebody would have to be asked for: by what it has as its
 * effect, for each type of command. A new type does not compile without an answer.
 */
const allowing: {
  readonly [Type in Command['type']]: (command: Extract<Command, { type: Type }>, session: Commanded) => boolean
} = {
  create: starting,
  run: starting,
  permit: ({ answer }) => answer !== 'deny',
  answer: (command, session) => {
    const { id } = pendingQuestion(session, command.question) ?? {}
    return id !== undefined && opensExperiment(id, command.text)
  },
  approve: ({ text, ask }, session) => {
    if (!session.run || !gateIn(session)) return false
    const { acts, runs } = planAllows(session.run, text)
    return runs || (acts && !ask && !text)
  },
  reject: nothing,
  message: nothing,
  pause: nothing,
  resume: nothing,
  stop: nothing,
  reset: nothing,
  propose: nothing,
  vote: nothing,
  resolve: nothing,
  pick: nothing,
  update: nothing,
  reverted: nothing,
  build: nothing,
}

const allows = (command: Command, session: Commanded): boolean =>
  (allowing[command.type] as (command: Command, session: Commanded) => boolean)(command, session)

function refuseApproval(
  caller: SignedInCaller,
  { fourEyes }: Pick<Space, 'fourEyes'>,
  command: Command,
  { run }: Commanded,
): Refusal | undefined {
  if (!isRoleAtLeast(caller.role, 'approver')) return tooLow(caller, 'approver')
  const isOwn = command.type === 'create' || command.type === 'run' || (command.type === 'approve' && command.text)
  if (fourEyes && caller.isProgram) return notAPerson
  if (fourEyes && (isOwn || run?.steeredBy?.includes(caller.person.id))) return ownEscalation
  // Stored in the settings, which all spaces share.
  const isForAll = command.type === 'permit' && command.answer === 'always'
  const runsServer = caller.role === 'admin' && caller.space === MAIN_SPACE
  return isForAll && !runsServer ? alwaysIsShared : undefined
}

const notYours: Refusal = {
  code: 'not_yours',
  message: 'Only the person who started this session, or an admin, can do this. Fork it to continue on your own.',
}

const ownEscalation: Refusal = {
  code: 'own_escalation',
  message: 'You started or steered this run, and this space needs a second person to approve. Ask another approver.',
}

const notAPerson: Refusal = {
  code: 'own_escalation',
  message: 'This space needs a second person to approve, and this token belongs to a program. Ask an approver.',
}

const alwaysIsShared: Refusal = {
  code: 'role_too_low',
  message: `"Always" changes a setting that all spaces share, so only an admin of the space "${MAIN_SPACE}" can say it. Allow it once or for this session.`,
}

const tooLow = ({ role }: SignedInCaller, least: 'member' | 'approver'): Refusal => ({
  code: 'role_too_low',
  message: `This needs the role ${least} or higher. Your role in this space is ${role}. Ask an admin.`,
})
