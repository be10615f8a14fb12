/** The part of TanStack Query that remotes use; one cache for the whole page. */
export {
  keepPreviousData,
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
