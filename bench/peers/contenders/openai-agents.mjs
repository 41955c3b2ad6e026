import { Agent, MemorySession, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'

/** OpenAI Agents with streaming and a session in memory. It keeps no log, and tracing is off. */
export async function open({ url, model, system }) {
  setTracingDisabled(true)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
  const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
  const read = tool({
    name: 'read',
    description: 'Reads a file.',
    parameters: { ...parameters, additionalProperties: false },
    execute: async () => 'text',
  })
  const agentWith = (tools) =>
    new Agent({ name: 'Ada', instructions: system, model: new OpenAIChatCompletionsModel(client, model), tools })
  const plain = agentWith([])
  const withTools = agentWith([read])
  return {
    thread: ({ tools = false } = {}) => {
      const session = new MemorySession()
      return async (question) => {
        const stream = await run(tools ? withTools : plain, question, { stream: true, session, maxTurns: 20 })
        for await (const _event of stream);
        await stream.completed
      }
    },
  }
}
