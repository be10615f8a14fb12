/** The mark: four tiles of a mosaic, one offset. `size` in px. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1" y="1" width="8" height="8" rx="2" fill="var(--sel-bar)" />
      <rect x="11" y="3" width="8" height="8" rx="2" fill="var(--sel-bar)" opacity=".55" />
      <rect x="1" y="11" width="8" height="8" rx="2" fill="var(--sel-bar)" opacity=".55" />
      <rect x="11" y="13" width="6" height="6" rx="2" fill="var(--sel-bar)" />
    </svg>
  );
}
