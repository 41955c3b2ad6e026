import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Result } from '@convene/domain'
import { attachFile, keepFile, quoteFile } from '@convene/host'
import type { EditorSession, PromptMeaning } from './editor-session.ts'

/** A prompt's text, with the files that the editor embedded. */
export function textOfBlocks(blocks: readonly ContentBlock[]): string {
  const parts = blocks.map((block) => {
    if (block.type === 'text') return block.text
    if (block.type === 'resource_link') return block.uri
    if (block.type === 'resource' && 'text' in block.resource) return quoteFile(block.resource.uri, block.resource.text)
    return ''
  })
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The same with the prompt's pictures attached. A picture that cannot be read refuses the prompt. */
export async function withFiles(
  { id, program }: EditorSession,
  wanted: Result<PromptMeaning>,
  blocks: readonly ContentBlock[],
): Promise<Result<PromptMeaning>> {
  const pictures = blocks.filter((block) => block.type === 'image')
  if (!wanted.ok || 'say' in wanted.value || pictures.length === 0) return wanted
  const { command, warnings } = wanted.value
  if (command.type !== 'create' && command.type !== 'run' && command.type !== 'message')
    return {
      ok: true,
      value: { command, warnings: [...warnings, 'Images cannot be part of an answer and were left out.'] },
    }
  const kept = pictures.map(async ({ data, uri }, index) => {
    const { hash } = await keepFile(program, Buffer.from(data, 'base64'))
    return { hash, name: uri?.split('/').at(-1) || `image ${index + 1}` }
  })
  const attached = await attachFile(program, id, '', await Promise.all(kept))
  if (!attached.ok) return attached
  const { attachments, images } = attached.value
  return { ok: true, value: { command: { ...command, attachments, images }, warnings } }
}
