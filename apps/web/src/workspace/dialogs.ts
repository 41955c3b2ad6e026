import { later } from '../ui/later.tsx'

/** The dialogs about the workspace, loaded on first use. */
export const TrustDialog = later(() => import('./trust-dialog.tsx').then((module) => module.TrustDialog))
export const WorkspaceDialog = later(() => import('./workspace-dialog.tsx').then((module) => module.WorkspaceDialog))
