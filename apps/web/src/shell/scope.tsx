import { Folder, ListFilter, Users, X } from 'lucide-react'
import type { ListScope } from '../connection/session-list.ts'
import { useCall } from '../connection/use-call.ts'
import { IconButton } from '../ui/button.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { oneLine } from '../ui/text/neutral.ts'

export type ChosenScope = { readonly label: string; readonly scope: ListScope }

/** Limits the rail to one folder or one team. */
export function ScopeMenu({ onScope }: { readonly onScope: (chosen: ChosenScope) => void }) {
  const workspaces = useCall((client) => client.workspaces())
  const teams = useCall((client) => client.teams())
  const items = [
    ...(workspaces.value?.items.slice(0, 8).map(({ name, path }) => ({
      label: oneLine(name),
      icon: Folder,
      onSelect: () => onScope({ label: name, scope: { workspace: path } }),
    })) ?? []),
    ...(teams.value?.items.map(({ team: { name, slug } }, index) => ({
      label: oneLine(name),
      icon: Users,
      ...(index === 0 && { begins: 'group' as const }),
      onSelect: () => onScope({ label: name, scope: { team: slug } }),
    })) ?? []),
  ]
  return <MenuButton small label="Filter by folder or team" icon={ListFilter} items={items} />
}

export function ScopeChip(props: { readonly chosen: ChosenScope; readonly onClear: () => void }) {
  const { label, scope } = props.chosen
  const Icon = scope.workspace ? Folder : Users
  return (
    <p className="mx-3 mt-2 flex h-6 items-center gap-2 self-start rounded-full bg-accent-soft pr-1 pl-2 text-sm text-accent-ink">
      <Icon aria-hidden size={12} />
      <span className="max-w-44 truncate">{oneLine(label)}</span>
      <IconButton small label={`Remove filter ${label}`} icon={X} onClick={props.onClear} />
    </p>
  )
}
