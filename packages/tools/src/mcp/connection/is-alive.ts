import type { Client } from '@modelcontextprotocol/client'

/** Whether it answers at all. The newest protocol has no ping, so the version request is used instead. */
export async function isServerAlive(client: Client, timeout: number): Promise<boolean> {
  try {
    await (client.getProtocolEra() === 'modern' ? client.discover({ timeout }) : client.ping({ timeout }))
    return true
  } catch (error) {
    // A number is the server's own refusal, which is an answer too.
    return typeof (error as { code?: unknown }).code === 'number'
  }
}
