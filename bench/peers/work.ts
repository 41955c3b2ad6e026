const LOOP = 'plan, 4 members, synthesis, evaluation × 10'
/** What Convene and its peers do alike. A model's name controls its answers: see `bench/server.ts`. */
export const WORK = [
  { name: 'one streamed call', workload: 'single call', model: 'parts50', repeat: 80 },
  { name: 'five tools, one answer', workload: 'five tools, one answer', model: 'parts50-tools5', repeat: 10 },
  { name: 'panel of three, 12 calls', workload: 'panel, 12 calls', model: 'parts50-new', repeat: 6 },
  { name: 'panel of three, 33 calls', workload: 'panel, 33 calls', model: 'parts50-new', repeat: 4 },
  { name: 'orchestrate × 10, 70 calls', workload: LOOP, model: 'parts50', repeat: 2 },
  { name: '200 conversations at once, 20 ms', workload: '200 at once', model: 'parts50-after20', repeat: 1 },
  { name: 'a turn after 100 messages', workload: 'turn at 100 messages', model: 'parts50', repeat: 20 },
  { name: 'a turn after 2,000 messages', workload: 'turn at 2,000 messages', model: 'parts20', repeat: 50 },
] as const
