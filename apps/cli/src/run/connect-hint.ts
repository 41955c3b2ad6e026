import type { Program } from '../program.ts'

/** One line for whoever has not connected a model: what answers instead, and how to connect one. */
export async function connectHint(program: Program): Promise<string> {
  const { howToConnect } = await program.adapters()
  return `No model is connected, so this is a rehearsal: extracts from your goal and files. ${howToConnect}`
}

/** What else is at hand: model servers that answer on this machine. They are offered, never used by themselves. */
export async function localOffers(program: Program): Promise<readonly string[]> {
  const { discoverLocal } = await program.adapters()
  const servers = await discoverLocal({ environment: program.environment })
  return servers.map(({ label, address, provider, models }) => {
    const model = models[0] ?? `${provider}/<model>`
    return `${label} answers at ${address}: use it with --model ${model}`
  })
}
