import type { Answering, Reply, ServerRequest } from '@convene/testkit'

/** A panel's lines, by the heading of the request. */
const panel: { readonly [heading: string]: string | ((agent: string) => string) } = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Goal: decide whether the queue keeps **one writer**.\n\nIn scope: ordering, recovery. Out of scope: readers.',
  Contribute: (agent) =>
    `${agent} holds that one writer keeps the order and makes recovery simple.\n\nPOSITION: One writer\nCONFIDENCE: 80`,
  'Converged?': 'CONVERGED: yes.',
  Options: '- One writer\n- Several writers',
  'Final position': 'POSITION: One writer\nCONFIDENCE: 85\nVOTE: 1\nREASON: order and recovery',
  Synthesize:
    '## Executive Summary\n\n- The queue keeps **one writer** [m4]. [Agents](command:convene.editAgents)\n\n## Detailed Analysis\n\nOne writer.\n\n## Agreements\n\nAll.\n\n## Disagreements\n\nNone.\n\n## Recommendations\n\nKeep one writer.\n\n## Risk Assessment\n\nLow.\n\n## Minority Report\n\nNobody.\n\n## Appendix\n\nNone.',
}

/** A panel, an agent that wants to run a command, and agents that delegate to each other. */
export const chatCast: Answering = (request) => panelReply(request) ?? teamReply(request)

function panelReply({ heading = '', agent = 'Somebody', messages }: ServerRequest): Reply | undefined {
  const line = panel[heading]
  if (line === undefined) return undefined
  if (heading === 'Clarify' && messages.some(({ text }) => text.includes('ASKME')) && !hasAnswer(messages))
    return { text: '1. Which store does the queue use?' }
  if (heading === 'Contribute' && messages.some(({ text }) => text.includes('HOLD')))
    return { text: 'Too late.', latencyMs: 600_000 }
  return { text: typeof line === 'string' ? line : line(agent) }
}

/** What the test types when it is asked. */
export const TYPED = 'It writes to a log on disk.'

const hasAnswer = (messages: ServerRequest['messages']): boolean => messages.some(({ text }) => text.includes(TYPED))

const call = (name: string, input: object): Reply => ({ calls: [{ name, input: input as never }] })
const hand = (agentName: string) =>
  call('delegateWork', { agentName, workDescription: 'Count the notes.', reportExpectations: 'A number.' })

const confirm = call('editor_vscode_get_confirmation', {
  title: 'May the editor do it?',
  message: 'It is only asked.',
  confirmationType: 'basic',
})

function teamReply({ system, messages }: ServerRequest): Reply {
  const results = messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
  const said = messages.map(({ text }) => text).join('\n')
  if (system.includes('You are clerk.')) return call('reportOut', { report: 'There is one note.' })
  if (system.includes('You are chief.') && said.includes('CONFIRM'))
    return results.length === 0 ? confirm : { text: `The editor says: ${results.at(-1)}` }
  if (system.includes('You are chief.'))
    return results.length === 0 ? hand('clerk') : { text: `The clerk says: ${results.at(-1)}` }
  if (said.includes('SILENCE')) return { text: 'Too late.', latencyMs: 600_000 }
  if (!said.includes('RUN')) return { text: 'Nothing to run.' }
  if (results.length === 0) return call('bash', { command: 'echo made > made.txt', description: 'Makes a file' })
  return { text: `It ran: **made.txt** is there.` }
}
