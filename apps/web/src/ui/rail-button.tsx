import { Menu } from 'lucide-react'
import { IconButton } from './button.tsx'
import { arrange } from './layout.ts'

/** Opens the rail in narrow windows. */
export const RailButton = () => (
  <IconButton label="Sessions" icon={Menu} className="laptop:hidden" onClick={() => arrange({ isRailOpen: true })} />
)
