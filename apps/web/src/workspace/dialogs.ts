import { lazyComponent } from '../ui/lazy-component.tsx'

/** The dialogs about the workspace, loaded on first use. */
export const TrustDialog = lazyComponent(() => import('./trust-dialog.tsx').then((module) => module.TrustDialog))
export const WorkspaceDialog = lazyComponent(() =>
  import('./workspace-dialog.tsx').then((module) => module.WorkspaceDialog),
)
