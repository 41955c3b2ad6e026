import type { Json } from '@convene/domain'
import { Blocks, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field } from '../parts/field.tsx'
import { Section } from '../parts/screen.tsx'
import { oneLine } from '../text/neutral.ts'
import { commandLine } from './command-line.ts'
import type { EditableSettings } from './use-settings.ts'

type Server = { readonly command?: string; readonly args?: readonly string[]; readonly url?: string }

/** Servers whose tools agents can use, under the same permissions as all others. */
export function McpServers({ settings }: { readonly settings: EditableSettings }) {
  const servers = Object.entries((settings.value?.settings.mcpServers ?? {}) as { readonly [name: string]: Server })
  const remove = (name: string) => void settings.save([{ path: ['mcpServers', name] }])
  return (
    <Section
      title="MCP servers"
      hint="Their tools ask for permission like any other. They are started when a run first needs them."
    >
      <div className="rounded-md border border-line bg-surface">
        {servers.length === 0 ? (
          <Empty
            icon={Blocks}
            title="No servers yet"
            text="Add one below: a command, or the address of one that runs."
          />
        ) : (
          <ul aria-label="MCP servers" className="flex flex-col divide-y divide-line">
            {servers.map(([name, server]) => (
              <li key={name} className="flex items-center gap-3 px-3 py-2">
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-2 font-medium">
                    {oneLine(name)}
                    <Badge>{server.url ? 'HTTP' : 'Command'}</Badge>
                  </span>
                  <span className="block truncate font-mono text-sm text-muted">
                    {oneLine(server.url ?? [server.command, ...(server.args ?? [])].join(' '))}
                  </span>
                </span>
                <IconButton label={`Remove ${name}`} icon={Trash2} onClick={() => remove(name)} />
              </li>
            ))}
          </ul>
        )}
        <NewServer settings={settings} names={servers.map(([name]) => name)} />
      </div>
    </Section>
  )
}

function NewServer({ settings, names }: { readonly settings: EditableSettings; readonly names: readonly string[] }) {
  const [name, setName] = useState('')
  const [target, setTarget] = useState('')
  const isTaken = names.includes(name.trim())
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const value: Json = /^https?:\/\//u.test(target.trim()) ? { url: target.trim() } : { ...commandLine(target) }
    if (!(await settings.save([{ path: ['mcpServers', name.trim()], value }]))) return
    setName('')
    setTarget('')
  }
  return (
    <form
      onSubmit={(event) => void add(event)}
      className="flex items-start gap-3 border-t border-line p-3 max-tablet:flex-wrap"
    >
      <Field
        label="Name"
        className="w-40"
        placeholder="github"
        value={name}
        {...(isTaken && { error: 'It is there already.' })}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Command or address"
        className="min-w-48 flex-1"
        placeholder="npx -y @modelcontextprotocol/server-github"
        value={target}
        spellCheck={false}
        onChange={(event) => setTarget(event.target.value)}
      />
      <Button type="submit" disabled={!name.trim() || !target.trim() || isTaken} className="mt-6 max-tablet:mt-0">
        Add
      </Button>
    </form>
  )
}
