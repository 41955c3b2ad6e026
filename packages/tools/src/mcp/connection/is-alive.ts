import type { Client } from '@modelcontextprotocol/client'

/** Does it answer anything? The newest protocol has no ping; there the question for the version serves. */
export async function isAlive(client: Client, timeout: number): Promise<boolean> {
  try {
    await (client.getProtocolEra() === 'modern' ? client.discover({ timeout }) : client.ping({ timeout }))
    return true
  } catch (error) {
    // A number is the server's own refusal, which is an answer too.
    return typeof (error as { code?: unknown }).code === 'number'
  }
}
