/** What a first visitor sees. */
export const welcome = `# YouTube, Live, Drive, Calendar:
# one graph. Ctrl+Enter runs it,
# Ctrl+Space completes. Below is
# what it costs, then each REST
# call. Left: examples and docs.
query Welcome {
  viewer {
    channel {
      title
    }
    playlists(first: 3) {
      nodes {
        title
        items(first: 3) {
          nodes {
            video {
              title
              contentDetails {
                duration
              }
            }
          }
        }
      }
    }
  }
}
`;
