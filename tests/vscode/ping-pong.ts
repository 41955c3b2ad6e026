import type { Answering, Reply } from '@convene/testkit'

/**
 * Replies PONG to PING, says nothing for ten minutes if it reads SILENCE, and otherwise leaves the reply to the server.
 */
export const pingPong: Answering = ({ messages, agent }): Reply => {
  const said = messages.map(({ text }) => text).join('\n')
  if (said.includes('SILENCE')) return { text: 'Too late.', latencyMs: 600_000 }
  return said.includes('PING') ? { text: `PONG of ${agent ?? 'nobody'}.` } : {}
}
