/** The texts of home that fold away. */
export type GuidePart = 'howTo' | 'rules'

export type SidebarEvent =
  | { type: 'sidebar.filtered'; filter: string }
  /** Hide the challenges that are completed, or show them again. */
  | { type: 'sidebar.solvedToggled' }
  /** Folds or unfolds a category. */
  | { type: 'sidebar.groupToggled'; categorySlug: string }
  | { type: 'guide.open'; part: GuidePart }
  | { type: 'guide.fold'; part: GuidePart }
