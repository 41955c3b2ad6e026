import { askLine, cleanLine } from '@convene/domain'
import { allPending, askerChainText, chainOf, type FoundPending, shownId } from '@convene/host'
import { howToAnswer, pendingKindOf } from '../asking/how-to-answer.ts'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { longAgoText } from '../terminal/ago.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'

/** `convene approvals`: everything waiting for the user, in all sessions. */
export async function listApprovals(program: CliProgram, input: Input): Promise<number> {
  const waiting = await allPending(program)
  if (input.flag('json')) return printJson(program, waiting.map(jsonOf))
  if (waiting.length === 0) {
    printNote(program, 'Nothing is waiting for you.')
    return 0
  }
  printTable(program, {
    titles: ['id', 'who', 'what', 'rule', 'since'],
    rows: waiting.map((each) => rowOf(each, program.now())),
    flexible: 2,
    isWhole: true,
  })
  if (waiting.some(({ pending }) => pending.kind === 'ask'))
    printNote(program, 'For full details: convene approvals --json')
  for (const line of howToAnswer(waiting)) printNote(program, line)
  return 0
}

function whatOf(waiting: FoundPending): readonly [what: string, rule: string] {
  const { pending } = waiting
  switch (pending.kind) {
    case 'ask':
      return [askLine(pending.ask), cleanLine(pending.ask.rule)]
    case 'question':
      return [cleanLine(`? ${pending.question.question}`), pendingKindOf(waiting)]
    case 'vote': {
      const { topic, options } = pending.decision
      const numbered = options.map((option, index) => `${index + 1}. ${option}`).join(', ')
      return [cleanLine(`vote: ${topic} (${numbered})`), 'your vote']
    }
  }
}

function rowOf(waiting: FoundPending, now: number): readonly string[] {
  const { pending } = waiting
  const [what, rule] = whatOf(waiting)
  return [
    shownId(waiting),
    cleanLine(askerChainText(chainOf(waiting.session, waiting.pending))),
    what,
    rule,
    longAgoText(now - pending.since),
  ]
}

function jsonOf(waiting: FoundPending) {
  const { id, session, pending } = waiting
  const chain = chainOf(waiting.session, waiting.pending)
  const shared = {
    id,
    session: session.id,
    kind: pending.kind,
    agent: chain.at(-1) ?? null,
    chain,
    title: session.title,
  }
  const since = new Date(pending.since).toISOString()
  if (pending.kind === 'question') {
    const { question, options, gate, grants } = pending.question
    return { ...shared, question, options, ...(gate !== null && { gate, grants }), since }
  }
  if (pending.kind === 'vote') {
    const { id: decision, topic, options, closesAt } = pending.decision
    const closes = closesAt === null ? null : new Date(closesAt).toISOString()
    return { ...shared, decision, topic, options, since, closesAt: closes }
  }
  const { ask, tool, resource, rule, proposed, also, expiresAt, command, unsandboxed, preview, note } = pending.ask
  return {
    ...shared,
    ask,
    tool,
    resource,
    rule,
    proposed,
    also,
    command,
    unsandboxed,
    preview,
    note,
    since,
    expiresAt: new Date(expiresAt).toISOString(),
  }
}
