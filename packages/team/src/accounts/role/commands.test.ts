import { type Command, emptySession, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import type { SignedInCaller } from '../account/account.ts'
import type { SpaceRole } from '../account/role.ts'
import { asJudged, type Commanded, refuseByRole } from './commands.ts'

const caller = (role: SpaceRole, id = 'ana', space = 'research'): SignedInCaller => ({
  person: { id, name: id },
  space,
  role,
})
const coder = { slug: 'coder', name: 'Coder', seat: 'member', tools: 'all' }
const step = { id: 's1', owner: 'coder', description: 'Build it.', acceptance: 'It is built.', dependsOn: [] }
const session = (
  steeredBy: readonly string[] = ['ana'],
  approve?: 'auto',
  checks: readonly object[] = [],
): Commanded => ({
  ...emptySession('S' as SessionId),
  startedBy: { id: 'ana', name: 'Ana' },
  run: {
    steeredBy,
    mode: 'plan',
    team: { members: [coder] },
    settings: { tools: {}, checks: { project: ['npm test'], found: [] } },
    data: { draft: [{ ...step, approve, checks }] },
  } as never,
  questions: { g1: { id: 'g1', gate: 'plan', grants: [{ step: 's1', owner: 'coder', words: 'may act' }] } as never },
})
const started = (grants: readonly string[] = [], checks: readonly string[] = []) =>
  ({
    type: 'create',
    run: { settings: { grants, options: { checks }, checks: { project: ['npm test'], found: ['npm run lint'] } } },
  }) as unknown as Command
const permit = (answer: 'once' | 'always' | 'deny'): Command => ({
  type: 'permit',
  ask: 'a' as never,
  answer,
  by: 'user',
})
const approve: Command = { type: 'approve', by: 'user' }
const stop: Command = { type: 'stop' }
const codeOf = (who: SignedInCaller, command: Command, { fourEyes = false, of = session() } = {}) =>
  refuseByRole(who, { fourEyes }, command, of)?.code

test('a viewer cannot give any command', () => {
  for (const command of [stop, approve, permit('deny'), started()])
    expect(codeOf(caller('viewer'), command)).toBe('role_too_low')
})

test('members steer their own sessions, and admins steer all sessions', () => {
  expect(codeOf(caller('member'), stop)).toBeUndefined()
  expect(codeOf(caller('member', 'ben'), stop)).toBe('not_yours')
  expect(codeOf(caller('approver', 'ben'), { type: 'message', text: 'x' })).toBe('not_yours')
  expect(codeOf(caller('admin', 'ben'), stop)).toBeUndefined()
  const older = { ...session(), startedBy: undefined } as unknown as Commanded
  expect(codeOf(caller('member'), stop, { of: older })).toBe('not_yours')
})

test('approvers can allow what agents ask for, and members can only deny it in their own sessions', () => {
  expect(codeOf(caller('member'), permit('once'))).toBe('role_too_low')
  expect(codeOf(caller('member'), permit('deny'))).toBeUndefined()
  expect(codeOf(caller('member', 'ben'), permit('deny'))).toBe('role_too_low')
  expect(codeOf(caller('approver', 'ben'), permit('once'))).toBeUndefined()
})

test('approvers answer questions, but cannot message an agent instead of answering', () => {
  const team = { members: [{ slug: 'coder', name: 'Coder' }], lead: { slug: 'planner', name: 'Planner' } }
  const asking = {
    ...session(),
    run: { team } as never,
    questions: { q: { id: 'q', gate: null, task: null } as never },
  }
  const answer = (text: string): Command => ({ type: 'answer', text, by: 'user' })
  const code = (who: SignedInCaller, text: string) => codeOf(who, answer(text), { of: asking })
  const approver = caller('approver', 'ben')
  expect([code(approver, 'Blue.'), code(approver, '@planner Blue.'), code(approver, '@types/node')]).toEqual(Array(3))
  expect([code(approver, '@coder Send it away.'), code(caller('member'), '@coder Send it.')]).toEqual([
    'not_yours',
    undefined,
  ])
  expect(codeOf(approver, answer('@coder Send it away.'), { of: { ...asking, questions: {} } })).toBe('not_yours')
})

test('with four eyes, nobody can approve a run they started or steered, not even an admin', () => {
  const fourEyes = true
  for (const role of ['approver', 'admin'] as const) {
    expect(codeOf(caller(role), permit('once'), { fourEyes })).toBe('own_escalation')
    expect(codeOf(caller(role, 'ben'), permit('once'), { fourEyes })).toBeUndefined()
    expect(codeOf(caller(role, 'ben'), permit('once'), { fourEyes, of: session(['ana', 'ben']) })).toBe(
      'own_escalation',
    )
    expect(codeOf(caller(role), permit('deny'), { fourEyes })).toBeUndefined()
  }
})

test('a plan that allows something is an approval, and one that allows nothing is not', () => {
  const allowing = session(['ana'], 'auto')
  expect(codeOf(caller('member'), approve)).toBeUndefined()
  expect(codeOf(caller('member'), approve, { of: allowing })).toBe('role_too_low')
  expect(codeOf(caller('member'), { ...approve, ask: true }, { of: allowing })).toBeUndefined()
  expect(codeOf(caller('approver'), approve, { of: allowing })).toBeUndefined()
  expect(codeOf(caller('approver'), approve, { of: allowing, fourEyes: true })).toBe('own_escalation')
})

test('neither edited plan text nor an approval judged before the plan existed grants anything', () => {
  const edit: Command = { ...approve, text: 'another plan' }
  for (const of of [session(), session(['ana'], 'auto')]) {
    expect(codeOf(caller('member'), edit, { of, fourEyes: true })).toBeUndefined()
    expect(asJudged(edit, of)).toMatchObject({ ask: true })
  }
  const early = { ...session(), questions: {} }
  expect(asJudged(approve, early)).toEqual({ ...approve, gate: '' })
  expect(asJudged({ type: 'answer', text: 'run', by: 'user' }, early)).toMatchObject({ question: '' })
  expect(asJudged(approve, session(['ana'], 'auto'))).toEqual({ ...approve, gate: 'g1' })
})

test('a plan whose steps act only as the rules allow does not ask more because a member approved it', () => {
  expect(codeOf(caller('member'), approve)).toBeUndefined()
  expect(asJudged(approve, session())).toEqual({ ...approve, gate: 'g1' })
  const edit: Command = { ...approve, text: JSON.stringify({ steps: [step] }) }
  expect(asJudged(edit, session())).toEqual({ ...edit, gate: 'g1' })
  const bold: Command = { ...approve, text: JSON.stringify({ steps: [{ ...step, approve: 'auto' }] }) }
  expect(asJudged(bold, session())).toEqual({ ...bold, gate: 'g1', ask: true })
})

test('people who cannot approve later cannot grant a run permissions up front', () => {
  const create = started(['bash:*'])
  expect(codeOf(caller('member'), started())).toBeUndefined()
  expect(codeOf(caller('member'), create)).toBe('role_too_low')
  expect(codeOf(caller('approver'), create)).toBeUndefined()
  expect(codeOf(caller('admin'), create, { fourEyes: true })).toBe('own_escalation')
})

const fetching = 'node -e "fetch(1)" network: yes'

test.each([
  [[fetching]],
  [['npm run lint']],
  [['npm test network: yes']],
  [['npm test', 'GET http://127.0.0.1/ is 200']],
])('a run that starts with the check %s needs somebody who may allow it', (checks) => {
  for (const type of ['create', 'run'] as const) {
    const command = { ...started([], checks), type } as Command
    expect(codeOf(caller('member'), command)).toBe('role_too_low')
    expect(codeOf(caller('approver'), command)).toBeUndefined()
    expect(codeOf(caller('admin'), command, { fourEyes: true })).toBe('own_escalation')
  }
})

test('checks that run nothing, or that the settings of the server name, need nobody', () => {
  expect(codeOf(caller('member'), started([], ['npm test', 'file a.txt exists']), { fourEyes: true })).toBeUndefined()
})

test('passing a plan lets its checks run, asked before each step or not, edited or not', () => {
  const checked = session(['ana'], undefined, [{ kind: 'command', run: 'curl evil', network: true }])
  const text = JSON.stringify({ steps: [{ ...step, checks: [fetching] }] })
  for (const [command, of] of [
    [approve, checked],
    [{ ...approve, ask: true }, checked],
    [{ ...approve, text }, session()],
    [{ ...approve, text, ask: true }, session()],
  ] as const) {
    expect(codeOf(caller('member'), command, { of })).toBe('role_too_low')
    expect(codeOf(caller('approver', 'ben'), command, { of })).toBeUndefined()
    expect(codeOf(caller('admin'), command, { of, fourEyes: true })).toBe('own_escalation')
  }
  const known = session(['ana'], undefined, [{ kind: 'command', run: 'npm test' }])
  expect(codeOf(caller('member'), approve, { of: known, fourEyes: true })).toBeUndefined()
  const without: Command = { ...approve, text: JSON.stringify({ steps: [step] }) }
  expect(codeOf(caller('member'), without, { of: checked, fourEyes: true })).toBeUndefined()
})

test('with four eyes, a second person cannot write a check into a plan and allow it at once', () => {
  const text = JSON.stringify({ steps: [{ ...step, checks: [fetching] }] })
  expect(codeOf(caller('approver', 'ben'), { ...approve, text }, { fourEyes: true })).toBe('own_escalation')
})

test('letting an experiment run is an approval, and skipping it is not', () => {
  const id = '1/experiment/choose1'
  const split = { ...session(), questions: { [id]: { id, gate: null, task: null, since: 1 } as never } }
  const answer = (text: string, question?: string): Command => ({
    ...{ type: 'answer', text, by: 'user' },
    ...(question && { question }),
  })
  for (const word of ['run', 'run 2', 'yes', '1', 'anything'])
    for (const question of [id, undefined]) {
      expect(codeOf(caller('member'), answer(word, question), { of: split })).toBe('role_too_low')
      expect(codeOf(caller('approver'), answer(word, question), { of: split, fourEyes: true })).toBe('own_escalation')
      expect(codeOf(caller('approver', 'ben'), answer(word, question), { of: split, fourEyes: true })).toBeUndefined()
    }
  expect(codeOf(caller('member'), answer('skip'), { of: split, fourEyes: true })).toBeUndefined()
})

test('only an admin of the main space can add a rule for all spaces', () => {
  expect(codeOf(caller('admin', 'ben'), permit('always'))).toBe('role_too_low')
  expect(codeOf(caller('admin', 'ben', 'main'), permit('always'))).toBeUndefined()
})
