import { Menu } from 'lucide-react'
import { arrange } from '../app/layout.ts'
import { IconButton } from '../parts/button.tsx'

/** Opens the rail where the window has no room for it. */
export const RailButton = () => (
  <IconButton label="Sessions" icon={Menu} className="laptop:hidden" onClick={() => arrange({ isRailOpen: true })} />
)
