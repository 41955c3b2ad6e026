import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

// A coding agent that speaks ACP: first it only says that it is done, and once its check has failed it does the work.
let cwd = ''
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's', update: fields } })
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': (params) => {
    cwd = params.cwd
    return { sessionId: 's' }
  },
  'session/prompt': ({ prompt }) => {
    const asked = prompt.map(({ text = '' }) => text).join('\n')
    if (/^# Review plan$/mu.test(asked)) say('APPROVE')
    else {
      if (asked.includes('sum is wrong')) writeFileSync(join(cwd, 'sum.mjs'), 'export const sum = (a, b) => a + b\n')
      const content = [{ type: 'content', content: { type: 'text', text: 'Tests  12 passed (12)' } }]
      const call = { toolCallId: 't1', title: 'npm test', kind: 'execute', rawInput: { command: 'npm test' }, content }
      update({ sessionUpdate: 'tool_call', status: 'completed', ...call })
      say('sum adds now. I ran the tests: 12 passed.')
    }
    return { stopReason: 'end_turn' }
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined || method === undefined) return
  const answer = answers[method]
  send(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: 'unknown' } })
})
