import { Check, KeyRound, LogOut, Users } from 'lucide-react'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { neutral } from '../ui/text/neutral.ts'
import { Initials } from './initials.tsx'
import { useMe } from './me.ts'

/** Who is logged in and to which space, with a space switcher and logout. Empty on a single-user server. */
export function AccountMenu({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  const me = useMe()
  const items = useItems(onNavigate)
  if (!me) return null
  return (
    <Menu items={items}>
      <button type="button" className="flex h-11 min-w-0 items-center gap-3 rounded-md px-2 text-left hover:bg-hover">
        <Initials name={me.person.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{neutral(me.person.name)}</span>
          <span className="block truncate text-sm text-muted">
            {neutral(me.space.name)} · {me.role}
          </span>
        </span>
      </button>
    </Menu>
  )
}

function useItems(onNavigate: (() => void) | undefined): readonly MenuItem[] {
  const me = useMe()
  const client = useClient()
  const [, navigate] = useLocation()
  if (!me) return []
  const go = (place: string) => () => {
    onNavigate?.()
    navigate(place)
  }
  // Everything on the page belongs to the old space, so reload.
  const show = async (space: string) => {
    if (valueOrToast(await client.switchSpace({ space }), 'You are still in the same space.') === null) return
    location.hash = '#/'
    location.reload()
  }
  const leave = async () => {
    if (valueOrToast(await client.logout({}), 'You are still logged in.')) location.assign('/login')
  }
  const spaces: readonly MenuItem[] =
    me.operator || me.spaces.length < 2
      ? []
      : me.spaces.map(({ id, name }) => ({
          label: neutral(name),
          ...(id === me.space.id && { icon: Check }),
          disabled: id === me.space.id,
          onSelect: () => void show(id),
        }))
  const own: readonly MenuItem[] = me.operator
    ? []
    : [
        { label: 'Access tokens', icon: KeyRound, begins: 'group', onSelect: go('/settings/tokens') },
        { label: 'Log out', icon: LogOut, onSelect: () => void leave() },
      ]
  return [
    ...spaces,
    { label: 'People', icon: Users, ...(spaces.length > 0 && { begins: 'group' }), onSelect: go('/settings/people') },
    ...own,
  ]
}
