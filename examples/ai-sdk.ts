// Models of the AI SDK, with the settings your program already has. Needs OPENAI_API_KEY.
import { createOpenAI } from '@ai-sdk/openai'
import { convene, defineAgent } from '@convene/cli/sdk'

const openai = createOpenAI()
const team = convene({ store: 'memory', models: { mine: openai, careful: openai('gpt-5.1') } })

const run = await team.run({
  goal: 'Which of our three slogans is the clearest?',
  agents: [
    defineAgent({ name: 'Writer', prompt: 'You write short sentences.', model: 'mine/gpt-5.1-mini' }),
    defineAgent({ name: 'Editor', prompt: 'You cut what nobody needs.', model: 'careful/any' }),
  ],
  mode: 'broadcast',
})
console.log((await run.result).answer)
await team.close()
