import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'

/** LangGraph.js with its agent, streaming, and checkpoints in memory: its SQLite saver needs a native build. */
export async function open({ url, model, system }) {
  const llm = new ChatOpenAI({
    model,
    apiKey: 'none',
    streaming: true,
    streamUsage: true,
    maxRetries: 0,
    configuration: { baseURL: `${url}/v1` },
  })
  const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
  const read = tool(async () => 'text', { name: 'read', description: 'Reads a file.', schema })
  const agentWith = (tools) => createReactAgent({ llm, tools, prompt: system, checkpointer: new MemorySaver() })
  const plain = agentWith([])
  const withTools = agentWith([read])
  let threads = 0
  return {
    thread: ({ tools = false } = {}) => {
      const configurable = { thread_id: String(++threads) }
      return async (question) => {
        const input = { messages: [{ role: 'user', content: question }] }
        const options = { configurable, streamMode: 'messages', recursionLimit: 50 }
        for await (const _part of await (tools ? withTools : plain).stream(input, options));
      }
    },
  }
}
