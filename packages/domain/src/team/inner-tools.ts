import type { ToolSpec } from '../tool/tool.ts'
import type { Seat } from './team.ts'

/** Tools the session handles itself: their effect is a task, a question or an end, and no tool host sees them. */
export const innerTools = ['task', 'delegateWork', 'reportOut', 'question', 'decide', 'vote', 'handoff'] as const
export type InnerTool = (typeof innerTools)[number]

export const isInner = (tool: string): tool is InnerTool => (innerTools as readonly string[]).includes(tool)

/** Those that concern the whole team. */
const teamTools = ['decide', 'vote', 'handoff'] as const
export type TeamTool = (typeof teamTools)[number]

export const isTeamTool = (tool: string): tool is TeamTool => (teamTools as readonly string[]).includes(tool)

/** A text that must not be empty. */
const text = (description: string) => ({ type: 'string', minLength: 1, description })
const maybeEmpty = (description: string) => ({ type: 'string', description })
const object = (properties: { readonly [name: string]: object }, required: readonly string[]) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as unknown as ToolSpec['input']
const spec = (name: InnerTool, description: string, input: ToolSpec['input']): ToolSpec => ({
  name,
  description,
  input,
  permission: name,
  readOnly: name === 'task' || name === 'delegateWork',
  timeoutMs: 0,
})

/** Spawns a subagent. Only agents in this list can be named. */
export function taskTool(agents: readonly Seat[]): ToolSpec {
  const list = agents.map(({ slug, useFor, description }) => `- ${slug}: ${useFor || description}`).join('\n')
  const input = object(
    {
      agentName: { type: 'string', enum: agents.map(({ slug }) => slug), description: 'The subagent.' },
      prompt: text('The whole job: the subagent sees nothing else of this conversation.'),
      background: { type: 'boolean', description: 'Go on at once; the report comes later by itself.' },
      resume: maybeEmpty('The id of an earlier task of that subagent, to go on in its conversation.'),
    },
    ['agentName', 'prompt'],
  )
  return spec('task', `Hands a job to a subagent and returns its report.\n${list}`, input)
}

export function delegateTool(targets: readonly Seat[]): ToolSpec {
  const input = object(
    {
      agentName: { type: 'string', enum: targets.map(({ slug }) => slug), description: 'Who does the work.' },
      workDescription: text('What is to be done, with everything needed to do it.'),
      reportExpectations: maybeEmpty('What the report must contain.'),
    },
    ['agentName', 'workDescription', 'reportExpectations'],
  )
  return spec('delegateWork', 'Hands work to another agent and returns its report.', input)
}

export const reportTool: ToolSpec = spec(
  'reportOut',
  'Ends your task: gives your report to who handed you the work.',
  object({ report: text('Your findings, complete: it is all that is seen of your work.') }, ['report']),
)

export const questionTool: ToolSpec = spec(
  'question',
  'Asks the person you work for. Use it only for what you cannot find out and must not guess.',
  object(
    {
      question: text('One question.'),
      options: { type: 'array', items: { type: 'string' }, description: 'Answers to choose from, if there are some.' },
    },
    ['question'],
  ),
)

export const decideTool: ToolSpec = spec(
  'decide',
  'Puts a choice to the vote of the team, waits, and returns what was decided, with the reasons. Use it for what is hard to undo or concerns the others; decide small things yourself.',
  object(
    {
      topic: text('What is to be decided, in one sentence.'),
      options: { type: 'array', items: { type: 'string' }, minItems: 2, description: 'Two or more, one line each.' },
      evidence: maybeEmpty('What the voters must know: they see nothing else of this conversation.'),
    },
    ['topic', 'options', 'evidence'],
  ),
)

export const voteTool: ToolSpec = spec(
  'vote',
  'Casts your vote in an open decision of the team. It is secret until the vote is closed, and cannot be changed.',
  object(
    {
      decision: text('The id of the decision.'),
      option: text('One of its options, word for word.'),
      reason: maybeEmpty('Why, in one or two sentences.'),
    },
    ['decision', 'option', 'reason'],
  ),
)

/** Offers an agent's current step to one of these. */
export function handoffTool(others: readonly Seat[]): ToolSpec {
  const list = others.map(({ slug, useFor, description }) => `- ${slug}: ${useFor || description}`).join('\n')
  const input = object(
    {
      to: { type: 'string', enum: others.map(({ slug }) => slug), description: 'Who should take the step over.' },
      reason: maybeEmpty('Why they do it better, and where the step stands.'),
    },
    ['to', 'reason'],
  )
  return spec('handoff', `Offers your step to somebody who does it better; they accept or refuse.\n${list}`, input)
}
