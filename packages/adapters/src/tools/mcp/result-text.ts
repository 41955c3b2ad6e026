import type { ToolOutput } from '@convene/engine'
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { cleanText } from '../../mcp/clean-text.ts'

/** What a server answered, as text: what is no text is named with its kind and size. */
export function resultText({ content, structuredContent, isError }: CallToolResult): ToolOutput {
  const parts = content.map(blockText).filter((part) => part !== '')
  const hasText = content.some(({ type }) => type === 'text')
  if (structuredContent !== undefined && !hasText) parts.push(jsonOf(structuredContent))
  const output = cleanText(parts.join('\n'))
  return { ok: isError !== true, output: output || (isError ? 'The tool failed and said nothing.' : '(no output)') }
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

const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

/** A value can be nested too deeply to be written. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return '[structured content that cannot be shown]'
  }
}
