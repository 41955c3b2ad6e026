import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { LibSQLStore } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import { z } from 'zod'

/** Mastra with streaming, and its memory in a SQLite file. */
export async function open({ url, model, system, folder }) {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${url}/v1`, includeUsage: true })
  const memory = new Memory({
    storage: new LibSQLStore({ id: 'bench', url: `file:${folder}/mastra.db` }),
    options: { lastMessages: 5_000 },
  })
  const read = createTool({
    id: 'read',
    description: 'Reads a file.',
    inputSchema: z.object({ path: z.string() }),
    execute: async () => 'text',
  })
  const agentWith = (id, tools) =>
    new Agent({ id, name: 'Ada', instructions: system, model: provider(model), memory, tools })
  const plain = agentWith('plain', {})
  const withTools = agentWith('tools', { read })
  let threads = 0
  return {
    thread: ({ tools = false } = {}) => {
      const place = { thread: `t${++threads}`, resource: 'bench' }
      return async (question) => {
        const stream = await (tools ? withTools : plain).stream(question, { memory: place, maxSteps: 20 })
        for await (const _part of stream.textStream);
      }
    },
  }
}
