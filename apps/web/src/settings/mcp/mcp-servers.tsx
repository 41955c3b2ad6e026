import type { Json } from '@convene/domain'
import { Blocks } from 'lucide-react'
import { useState } from 'react'
import { bind } from '../../ui/bind.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/screen.tsx'
import type { EditableSettings, SettingsReading } from '../form/use-settings.ts'
import { commandLine } from './command-line.ts'
import { type EditedMcpServer, ServerRow } from './server-row.tsx'

/** MCP servers. Their tools are subject to the same permissions as all others. */
export function McpServers({ settings }: { readonly settings: EditableSettings }) {
  const { value, scope } = settings
  const own = value ? serversIn(value.layers[scope]) : {}
  const rows = Object.entries({ ...(value && serversIn(value.settings)), ...own })
  return (
    <Section
      title="MCP servers"
      hint="Their tools follow the same permissions as all others. A server starts when a run first needs it."
    >
      <div className="rounded-md border border-line bg-surface">
        {rows.length === 0 ? (
          <Empty
            icon={Blocks}
            title="No servers yet"
            text="Add one below: a command, or the address of a running server."
          />
        ) : (
          <ul aria-label="MCP servers" className="flex flex-col divide-y divide-line">
            {rows.map(([name, server]) => (
              <ServerRow
                key={name}
                name={name}
                server={server}
                elsewhere={
                  Object.hasOwn(own, name) ? undefined : scope === 'user' ? 'From this workspace' : 'From your settings'
                }
                onRemove={() => void settings.save([{ path: ['mcpServers', name] }])}
              />
            ))}
          </ul>
        )}
        <NewServer settings={settings} names={rows.map(([name]) => name)} />
      </div>
    </Section>
  )
}

type Servers = { readonly [name: string]: EditedMcpServer }

const serversIn = (settings: SettingsReading['settings']): Servers => (settings.mcpServers ?? {}) as Servers

const empty = { name: '', target: '' }

function NewServer({ settings, names }: { readonly settings: EditableSettings; readonly names: readonly string[] }) {
  const [draft, setDraft] = useState(empty)
  const name = draft.name.trim()
  const target = draft.target.trim()
  const isTaken = names.includes(name)
  const field = bind({
    draft,
    onChange: (part) => setDraft((before) => ({ ...before, ...part })),
    errorOf: (key) => (key === 'name' && isTaken ? 'This name is already taken.' : undefined),
  })
  const add = async () => {
    const value: Json = /^https?:\/\//u.test(target) ? { url: target } : { ...commandLine(target) }
    if (await settings.save([{ path: ['mcpServers', name], value }])) setDraft(empty)
  }
  return (
    <Form onSubmit={add} className="border-t border-line p-3">
      <fieldset disabled={!settings.canChange} className="flex items-start gap-3 max-tablet:flex-wrap">
        <Field label="Name" className="w-40 max-tablet:w-full" placeholder="github" {...field('name')} />
        <Field
          label="Command or address"
          className="min-w-48 flex-1"
          placeholder="npx -y @modelcontextprotocol/server-github"
          spellCheck={false}
          {...field('target')}
        />
        <Button type="submit" disabled={!name || !target || isTaken} className="mt-6 max-tablet:mt-0">
          Add
        </Button>
      </fieldset>
    </Form>
  )
}
