// Your own tool, agent and model. Needs no key.
import { convene, defineAgent, defineTool } from '@convene/cli/sdk'
import { z } from 'zod'

const stock = defineTool({
  name: 'stock',
  description: 'How many pieces of an article are in stock',
  input: z.object({ article: z.string() }),
  readOnly: true,
  run: ({ article }) => `${article}: 12 pieces`,
})

const clerk = defineAgent({ name: 'Clerk', prompt: 'You answer questions about the stock.', tools: ['stock'] })

const team = convene({
  store: 'memory',
  tools: [stock],
  models: { mine: ({ messages }) => `I was asked: ${messages.at(-1)?.text ?? 'nothing'}` },
})
const run = await team.run({ goal: 'How many lamps are left?', agents: [clerk], model: 'mine/echo' })
console.log((await run.result).answer)
await team.close()
