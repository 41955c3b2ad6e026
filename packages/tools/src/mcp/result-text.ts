import { withoutEnd } from '@convene/domain'
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { ToolPicture, ToolResult } from '../tool.ts'
import { cleanText } from './connection/clean-text.ts'

/** A server's answer: text and images. Anything else is named with its type and size. */
export function mcpResultText({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const parts = content.map(blockText).filter((part) => part !== '')
  const hasText = content.some(({ type }) => type === 'text')
  if (structuredContent !== undefined && !hasText) parts.push(jsonOf(structuredContent))
  const output = cleanText(parts.join('\n'))
  const pictures = content.flatMap(picturesIn)
  return {
    ok: isError !== true,
    output: output || (isError ? 'The tool failed and said nothing.' : '(no output)'),
    ...(pictures.length > 0 && { pictures }),
  }
}

function picturesIn(block: ContentBlock): readonly ToolPicture[] {
  if (block.type === 'image') return [{ bytes: Buffer.from(block.data, 'base64') }]
  if (block.type !== 'resource' || !('blob' in block.resource)) return []
  const { blob, mimeType } = block.resource
  return mimeType?.startsWith('image/') ? [{ bytes: Buffer.from(blob, 'base64') }] : []
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}: ${block.mimeType}, ${bytesOf(block.data)} bytes]`
    case 'resource_link':
      return `[resource: ${block.name} ${block.uri}${block.description ? `, ${block.description}` : ''}]`
    case 'resource':
      return 'text' in block.resource
        ? `[resource: ${block.resource.uri}]\n${block.resource.text}`
        : `[resource: ${block.resource.uri}, ${block.resource.mimeType ?? 'binary'}, ${bytesOf(block.resource.blob)} bytes]`
    default:
      return ''
  }
}

const bytesOf = (base64: string): number => Math.floor((withoutEnd(base64, '=').length * 3) / 4)

/** The value may be nested too deeply to serialize. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return '[structured content that cannot be shown]'
  }
}
